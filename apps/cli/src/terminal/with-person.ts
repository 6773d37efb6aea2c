import type { CommandIo } from '../io.js';
import { PersonInput } from './person-input.js';

/** Lets a command ask the person, silently where the output is for a program, and gives the terminal back afterwards. */
export async function withPerson<T>(io: CommandIo, silent: boolean, use: (person: PersonInput) => Promise<T>): Promise<T> {
  const person = new PersonInput(io, { silent });
  try {
    return await use(person);
  } finally {
    person.close();
  }
}
