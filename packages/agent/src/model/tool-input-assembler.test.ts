import { ToolInputAssembler, type ToolCallDelta } from './tool-input-assembler.js';

function assemble(deltas: readonly ToolCallDelta[]): readonly string[] {
  const assembler = new ToolInputAssembler();
  for (const delta of deltas) assembler.add(delta);
  return assembler
    .rest()
    .map(({ id, name, text, problem }) => `${id || '-'} ${name || '-'} ${text}${problem === undefined ? '' : ` !${problem}`}`);
}

test.each<[string, readonly ToolCallDelta[], readonly string[]]>([
  [
    'one call in pieces, by index after its first piece',
    [
      { index: 0, id: 'a', name: 'look', args: '{"q"' },
      { index: 0, args: ':1' },
      { index: 0, args: '}' },
    ],
    ['a look {"q":1}'],
  ],
  [
    'interleaved calls',
    [
      { index: 0, id: 'a', name: 'x', args: '{"p":' },
      { index: 1, id: 'b', name: 'y', args: '{"q":' },
      { index: 0, args: '1}' },
      { index: 1, args: '2}' },
    ],
    ['a x {"p":1}', 'b y {"q":2}'],
  ],
  [
    'a new id at a used index is a new call',
    [
      { index: 0, id: 'a', name: 'x', args: '{}' },
      { index: 0, id: 'b', name: 'y', args: '{"q":' },
      { index: 0, args: '2}' },
    ],
    ['a x {}', 'b y {"q":2}'],
  ],
  [
    'a known id counts more than an index',
    [
      { index: 0, id: 'a', name: 'x', args: '{"p":' },
      { index: 1, id: 'b', name: 'y', args: '{}' },
      { index: 1, id: 'a', args: '1}' },
    ],
    ['a x {"p":1}', 'b y {}'],
  ],
  [
    'a piece with neither id nor index goes to the call in progress',
    [{ index: 0, id: 'a', name: 'x', args: '{"p":' }, { args: '1}' }],
    ['a x {"p":1}'],
  ],
  [
    'the call in progress is the one that was touched last',
    [
      { index: 0, id: 'a', name: 'x', args: '{"p":' },
      { index: 1, id: 'b', name: 'y', args: '{"q":' },
      { args: '2}' },
      { index: 0, args: '1}' },
    ],
    ['a x {"p":1}', 'b y {"q":2}'],
  ],
  [
    'an id that comes late belongs to the call at its index',
    [
      { index: 0, name: 'x', args: '{' },
      { index: 0, id: 'a', args: '}' },
    ],
    ['a x {}'],
  ],
  [
    'a name that comes late',
    [
      { index: 0, id: 'a' },
      { index: 0, name: 'x', args: '{}' },
    ],
    ['a x {}'],
  ],
  [
    'a name that is repeated with each piece of a known call',
    [
      { index: 0, id: 'a', name: 'x', args: '{"p":' },
      { index: 0, id: 'a', name: 'x', args: '1}' },
    ],
    ['a x {"p":1}'],
  ],
  [
    'whole calls without ids or indexes, each with a name',
    [
      { name: 'x', args: '{}' },
      { name: 'y', args: '{"q":2}' },
    ],
    ['- x {}', '- y {"q":2}'],
  ],
  [
    'two calls with one id at two indexes',
    [
      { index: 0, id: 'c', name: 'x', args: '{"p":1}' },
      { index: 1, id: 'c', name: 'y', args: '{"q":2}' },
    ],
    ['c x {"p":1}', 'c y {"q":2}'],
  ],
  [
    'two calls with one id, the first being whole',
    [
      { id: 'c', name: 'x', args: '{"p":1}' },
      { id: 'c', name: 'x', args: '{"p":2}' },
    ],
    ['c x {"p":1}', 'c x {"p":2}'],
  ],
  [
    'pieces of one call that name two tools are damaged',
    [
      { index: 0, id: 'a', name: 'x', args: '{"p":' },
      { index: 0, id: 'a', name: 'y', args: '1}' },
    ],
    ['a x {"p":1} !Its pieces name two tools, "x" and "y".'],
  ],
  [
    'pieces that may be one call or two are damaged',
    [
      { name: 'x', args: '{"p":' },
      { name: 'x', args: '1}' },
    ],
    ['- x {"p":1} !Its pieces can be read as one call or as two.'],
  ],
  ['arguments of no call are damaged', [{ args: '{"p":1}' }], ['- - {"p":1} !Its pieces name no tool.']],
  ['pieces that never name a tool are damaged', [{ index: 3, id: 'z', args: '{}' }], ['z - {} !Its pieces name no tool.']],
])('%s', (_, deltas, expected) => {
  expect(assemble(deltas)).toEqual(expected);
});

test('a call that was announced and sent whole leaves nothing behind; of two with one id the first one does', () => {
  const assembler = new ToolInputAssembler();
  assembler.announce('a', 'x');
  assembler.announce('a', 'y');
  assembler.announce('b', 'z');
  assembler.settle('a');
  assembler.settle('unheard-of');
  expect(assembler.rest().map(({ id, name }) => `${id} ${name}`)).toEqual(['a y', 'b z']);
  expect(assembler.announced('a')?.name).toBe('y');
});
