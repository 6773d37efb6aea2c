import { normalTodos, todosProblem } from './todo-list.js';

const todo = (content: string, status = 'pending', more: object = {}): object => ({ content, status, ...more });
const list = (...todos: object[]): { todos: never } => ({ todos: todos as never }); // as the schema has let them through

test('a list that is in order stays as it is, other keys included, and nobody can change it', () => {
  const given = list(todo('a', 'completed', { id: 7, tags: ['x'] }), todo('b', 'in_progress'));
  const { todos, setBack } = normalTodos(given);
  expect(todos).toEqual(given.todos);
  expect(setBack).toBe(0);
  expect(Object.isFrozen(todos) && Object.isFrozen(todos[0]) && Object.isFrozen(todos[0]?.['tags'])).toBe(true);
});

test('of several in progress the first stays', () => {
  const given = list(todo('a'), todo('b', 'in_progress'), todo('c', 'in_progress', { id: 1 }), todo('d', 'in_progress'));
  expect(normalTodos(given)).toEqual({
    todos: [todo('a'), todo('b', 'in_progress'), todo('c', 'pending', { id: 1 }), todo('d')],
    setBack: 2,
  });
});

test.each<[string, object, string | undefined]>([
  ['an empty list', list(), undefined],
  ['a todo', list(todo('a')), undefined],
  ['a blank todo', list(todo('a'), todo(' \n')), 'todos[1].content: says nothing; write what is to be done, or leave the todo out'],
  [
    'a todo with much else',
    list(todo('a', 'pending', { notes: 'x'.repeat(1_000) })),
    'todos[0]: must have at most 1000 characters as JSON, got 1045; leave other keys than content and status out',
  ],
])('%s', (_, args, problem) => {
  expect(todosProblem(args as never)).toBe(problem);
});
