import type { CommandIo } from '../io.js';
import { PersonInput } from './person-input.js';

/** Lets a command ask the person, and gives the terminal back afterwards. */
export async function withPerson<T>(io: CommandIo, use: (person: PersonInput) => Promise<T>): Promise<T> {
  const person = new PersonInput(io);
  try {
    return await use(person);
  } finally {
    person.close();
  }
}
