import { couldBe } from './could-be.js';
import { isKnown } from './read-shell-word.js';

const DECLARING: ReadonlySet<string> = new Set(['declare', 'typeset', 'local', 'readonly', 'export']);
const READING: ReadonlySet<string> = new Set(['mapfile', 'readarray']);
/** Bash has some lists of its own. */
const OWN_LIST = /^(?:BASH_\w+|DIRSTACK|FUNCNAME|GROUPS|PIPESTATUS|COMP\w+|MAPFILE|COPROC)\+?=/;

/** What the builtins of a line do with lists: text in parentheses that one of them sets a list to is expanded once more. */
export class ListUses {
  private hasList = false;
  private setsUnknown = false;

  /** Whether the line may set a list to text that only the shell knows. */
  get fillsUnknown(): boolean {
    return this.hasList && this.setsUnknown;
  }

  /** Notes that the line makes a list. */
  make(): void {
    this.hasList = true;
  }

  /** Takes the words of a command, its name first. */
  note(words: readonly string[]): void {
    const [name = ''] = words;
    if (READING.has(name)) this.make();
    const isDeclaring = DECLARING.has(name);
    if (!isDeclaring && name !== 'read') return;
    if (words.some((word) => couldBe(word, /^-[a-zA-Z]*[aA]/))) this.make();
    for (const word of words) {
      if (!isDeclaring || isKnown(word) || !couldBe(word, /^[^=]*=\(/)) continue;
      this.setsUnknown = true;
      if (OWN_LIST.test(word)) this.make();
    }
  }
}
