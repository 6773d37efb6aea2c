/* Swaps two names for each other without end, each time in one step: rename-exchange A B. Ended by a signal. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>

int main(int count, char **names) {
  if (count != 3) return 2;
  puts(".");
  fflush(stdout);
  while (renameat2(AT_FDCWD, names[1], AT_FDCWD, names[2], RENAME_EXCHANGE) == 0) {}
  perror("rename-exchange");
  return 1;
}
