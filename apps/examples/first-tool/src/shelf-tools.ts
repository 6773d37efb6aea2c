import { Param, ReplayPolicy, Tool, Toolkit } from 'tackroom';

/** Where the books of a small library stand. */
@Toolkit({ category: 'library' })
export class ShelfTools {
  private readonly shelves = new Map([
    ['Emma', 'A3'],
    ['Moby-Dick', 'M1'],
    ['Middlemarch', 'M2'],
  ]);

  @Tool({ description: 'Find the shelf on which a book stands.' })
  @ReplayPolicy('safe')
  findBook(@Param('title', 'The title, or how it begins', 'string') title: string): string {
    const found = [...this.shelves].filter(([name]) => name.toLowerCase().startsWith(title.toLowerCase()));
    return found.map(([name, shelf]) => `${name}: shelf ${shelf}`).join('\n') || 'No such book.';
  }
}
