/** Whether there is more in a text than white space; providers refuse a text part without. Looks no further than it must. */
export function hasWords(text: string): boolean {
  return /\S/.test(text);
}
