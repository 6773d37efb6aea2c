import { ReplayPolicy, Tool, Toolkit } from 'tackroom';

/** Where the books of a small library stand. */
@Toolkit({ category: 'library' })
export class ShelfTools {
  private readonly shelves = new Map([
    ['Emma', 'A3'],
    ['Moby-Dick', 'M1'],
    ['Middlemarch', 'M2'],
  ]);

  /**
   * Find the shelf on which a book stands.
   * @param title The title, or how it begins
   * @param sortBy What comes first when there are several
   */
  @Tool()
  @ReplayPolicy('safe')
  findBook(title: string, sortBy: 'title' | 'shelf' = 'shelf'): string {
    const found = [...this.shelves].filter(([name]) => name.toLowerCase().startsWith(title.toLowerCase()));
    const key = sortBy === 'title' ? 0 : 1;
    found.sort((a, b) => a[key].localeCompare(b[key]));
    return found.map(([name, shelf]) => `${name}: shelf ${shelf}`).join('\n') || 'No such book.';
  }
}
