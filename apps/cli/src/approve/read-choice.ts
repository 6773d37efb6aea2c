/** Whether choices may go by number: not where one of them is a number itself, or it could not be told which is meant. */
export function goByNumber(choices: readonly string[]): boolean {
  return choices.length > 0 && !choices.some((choice) => NUMBER.test(choice.trim()));
}

const NUMBER = /^\d+$/;

/** What a person's line answers: the choice with that number, or what it says. */
export function readChoice(line: string, choices: readonly string[]): string {
  const number = line.trim();
  return goByNumber(choices) && NUMBER.test(number) ? (choices[Number(number) - 1] ?? line) : line;
}
