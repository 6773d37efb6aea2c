/** One line of a comparison. */
export interface LineChange {
  readonly kind: 'same' | 'added' | 'removed';
  readonly line: string;
}

/** More differences than this are shown as one block that replaces another: finding the fewest takes the square of it. */
const MAX_DIFFERENCES = 1_000;

/**
 * The fewest lines to remove and add that make one list of the other: the greedy algorithm of E. W. Myers, "An O(ND)
 * Difference Algorithm and Its Variations" (1986).
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly LineChange[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const a = before.slice(head, before.length - tail);
  const b = after.slice(head, after.length - tail);
  return [
    ...before.slice(0, head).map(as('same')),
    ...(middle(a, b) ?? [...a.map(as('removed')), ...b.map(as('added'))]),
    ...before.slice(before.length - tail).map(as('same')),
  ];
}

function as(kind: LineChange['kind']): (line: string) => LineChange {
  return (line) => ({ kind, line });
}

/** For each number of differences, how far along `a` each diagonal was reached; then back along the way that got there. */
function middle(a: readonly string[], b: readonly string[]): readonly LineChange[] | undefined {
  const bound = Math.min(a.length + b.length, MAX_DIFFERENCES);
  const reached: Map<number, number>[] = [];
  let last = new Map([[1, 0]]);
  for (let differences = 0; differences <= bound; differences += 1) {
    const now = new Map<number, number>();
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      let x = goesDown(last, diagonal, differences) ? (last.get(diagonal + 1) ?? 0) : (last.get(diagonal - 1) ?? 0) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      now.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return wayBack(a, b, [...reached, last]);
    }
    reached.push(last);
    last = now;
  }
  return undefined;
}

function goesDown(last: ReadonlyMap<number, number>, diagonal: number, differences: number): boolean {
  if (diagonal === -differences) return true;
  return diagonal !== differences && (last.get(diagonal - 1) ?? -1) < (last.get(diagonal + 1) ?? -1);
}

function wayBack(a: readonly string[], b: readonly string[], reached: readonly ReadonlyMap<number, number>[]): readonly LineChange[] {
  const changes: LineChange[] = [];
  let x = a.length;
  let y = b.length;
  for (let differences = reached.length - 1; differences >= 0; differences -= 1) {
    const last = reached[differences] ?? new Map<number, number>();
    const down = goesDown(last, x - y, differences);
    const fromDiagonal = x - y + (down ? 1 : -1);
    const fromX = differences === 0 ? 0 : (last.get(fromDiagonal) ?? 0);
    const fromY = differences === 0 ? 0 : fromX - fromDiagonal;
    while (x > fromX && y > fromY && a[x - 1] === b[y - 1]) {
      changes.push({ kind: 'same', line: a[x - 1] ?? '' });
      x -= 1;
      y -= 1;
    }
    if (differences === 0) break;
    changes.push(down ? { kind: 'added', line: b[y - 1] ?? '' } : { kind: 'removed', line: a[x - 1] ?? '' });
    x = fromX;
    y = fromY;
  }
  return changes.reverse();
}
