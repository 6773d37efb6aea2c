import type { LaneEntry } from './lane-entry.js';

interface KeyNode {
  readonly children: Map<string, KeyNode>;
  readonly entries: Set<LaneEntry>;
}

/** Live entries by hierarchical key. Finding those that overlap a key visits its ancestors and its subtree only. */
export class KeyTree {
  private readonly root: KeyNode = makeNode();

  add(key: readonly string[], entry: LaneEntry): void {
    let node = this.root;
    for (const segment of key) {
      let child = node.children.get(segment);
      if (child === undefined) {
        child = makeNode();
        node.children.set(segment, child);
      }
      node = child;
    }
    node.entries.add(entry);
  }

  remove(key: readonly string[], entry: LaneEntry): void {
    const path: KeyNode[] = [this.root];
    for (const segment of key) {
      const next = path[path.length - 1]?.children.get(segment);
      if (next === undefined) return;
      path.push(next);
    }
    path[path.length - 1]?.entries.delete(entry);
    for (let depth = key.length; depth > 0; depth--) {
      const node = path[depth];
      const segment = key[depth - 1];
      if (node === undefined || segment === undefined || node.entries.size > 0 || node.children.size > 0) return;
      path[depth - 1]?.children.delete(segment);
    }
  }

  /** Calls `visit` for every entry whose key is `key`, above it or below it. */
  overlapping(key: readonly string[], visit: (entry: LaneEntry) => void): void {
    let node: KeyNode = this.root;
    for (const segment of key) {
      for (const entry of node.entries) visit(entry);
      const child = node.children.get(segment);
      if (child === undefined) return;
      node = child;
    }
    visitSubtree(node, visit);
  }
}

function makeNode(): KeyNode {
  return { children: new Map(), entries: new Set() };
}

/** With a list of its own and not by calling itself: keys come from arguments, and may be of any depth. */
function visitSubtree(root: KeyNode, visit: (entry: LaneEntry) => void): void {
  const nodes = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    for (const entry of node.entries) visit(entry);
    for (const child of node.children.values()) nodes.push(child);
  }
}
