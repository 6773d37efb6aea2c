import { nameOfFolder, problemOfName } from './package-name.js';

test.each([
  ['my-agent', 'my-agent'],
  ['My Agent', 'my-agent'],
  ['Müller & Söhne', 'muller-sohne'],
  ['.hidden_', 'hidden'],
  ['agent 2.0', 'agent-2.0'],
  ['日本', ''],
  ['', ''],
  ['x'.repeat(300), 'x'.repeat(214)],
])('the folder %j gives %j', (folder, name) => {
  expect(nameOfFolder(folder)).toBe(name);
});

test.each([
  ['my-agent', undefined],
  ['@me/my.agent_2', undefined],
  ['', 'is empty'],
  ['Agent', 'has capital letters'],
  ['.agent', 'begins with .'],
  ['_agent', 'begins with _'],
  ['@me/.agent', 'begins with .'],
  ['my agent', 'has characters that npm does not allow in a name'],
  ['agent!', 'has characters that npm does not allow in a name'],
  ['me/agent', 'has characters that npm does not allow in a name'],
  ['@/agent', 'has characters that npm does not allow in a name'],
  ['@me/', 'has characters that npm does not allow in a name'],
  ['@me', 'has characters that npm does not allow in a name'],
  ['x'.repeat(215), 'is longer than 214 characters'],
  ['node_modules', 'is a name that Node or npm keeps for itself'],
  ['http', 'is a name that Node or npm keeps for itself'],
  ['tackroom', 'is the name of a package that the project depends on'],
])('the name %j %s', (name, problem) => {
  expect(problemOfName(name, ['tackroom', 'typescript'])).toBe(problem);
});
