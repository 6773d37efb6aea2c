/** Fewer may be a text in an old encoding. */
const MIN_UNDECODABLE = 100;

/** Whether what was decoded was most likely no text: to show it would only fill a model's context. */
export function isMostlyUndecodable(text: string): boolean {
  const undecodable = text.split('\ufffd').length - 1;
  return undecodable >= MIN_UNDECODABLE && undecodable * 10 > text.length;
}
