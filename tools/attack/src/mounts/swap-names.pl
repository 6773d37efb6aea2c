# Exchanges two names over and over (renameat2 with RENAME_EXCHANGE), until its standard input ends or its parent does.
use strict;
use warnings;
my ($first, $second, $micros) = @ARGV;
my $parent = getppid;
while (getppid == $parent) {
  for (1 .. 200) {
    my ($from, $to) = ($first, $second);
    syscall(316, -100, $from, -100, $to, 2);
    select(undef, undef, undef, $micros / 1_000_000) if $micros;
  }
}
