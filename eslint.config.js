// @ts-check
import { builtinModules } from 'node:module';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { houseRules } from './tools/eslint-rules/src/index.mjs';

// Methods whose parameters are decorated take what the model sends, one by one.
const noParamLists = [
  {
    selector:
      ':matches(:function, TSDeclareFunction, TSEmptyBodyFunctionExpression)[params.length>4]:not([params.0.decorators.length>0], MethodDefinition[kind="constructor"] > *)',
    message: 'At most four parameters: put the rest into one options object.',
  },
  {
    selector: 'MethodDefinition[kind="constructor"] > [params.length>5]',
    message: 'At most five constructor parameters: a class that needs more does more than one thing.',
  },
];
const noDefaultExport = { selector: 'ExportDefaultDeclaration', message: 'Export by name; only configuration files export a default.' };

const focusedOrSkipped = ['test', 'it', 'describe'].flatMap((object) =>
  ['only', 'skip', 'todo', 'failing'].map((property) => ({ object, property, message: 'Every committed test runs.' })),
);

export default defineConfig(
  { ignores: ['**/node_modules/', '**/dist/', '**/generated/', '**/coverage/', '**/fixtures/'] },
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { house: houseRules },
    rules: {
      'house/explained-directive': 'error',
      complexity: ['error', { max: 15, variant: 'modified' }],
      eqeqeq: 'error',
      'max-depth': ['error', 3],
      'no-cond-assign': 'error',
      'no-constant-binary-expression': 'error',
      'no-constant-condition': 'error',
      'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }],
      'no-empty': 'error',
      'no-fallthrough': 'error',
      'no-irregular-whitespace': 'error',
      'no-misleading-character-class': 'error',
      'no-prototype-builtins': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: builtinModules
            .filter((name) => !name.startsWith('node:'))
            .map((name) => ({ name, message: `Write 'node:${name}', which no package can shadow.` })),
        },
      ],
      'no-restricted-syntax': ['error', ...noParamLists, noDefaultExport],
      'no-unsafe-finally': 'error',
      'no-useless-catch': 'error',
      'no-var': 'error',
      'object-shorthand': ['error', 'properties'],
      'prefer-const': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: './tsconfig.tests.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      'house/explained-cast': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description', minimumDescriptionLength: 10 }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      '@typescript-eslint/no-array-delete': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-for-in-array': 'error',
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-namespace': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/restrict-template-expressions': 'error',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // Tests read what JSON and matchers give as `any`; a wrong read fails the test.
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts', '**/test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['{packages,apps}/*/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-globals': ['error', { name: 'Reflect', message: 'Only decorators/metadata-store.ts touches Reflect.' }],
    },
  },
  { files: ['packages/core/src/decorators/metadata-store.ts'], rules: { 'no-restricted-globals': 'off' } },
  {
    files: ['**/*.test.ts', '**/test/**/*.ts'],
    rules: {
      // Tests hand over what the types refuse, to see it refused, and throw what handlers may throw.
      'house/explained-cast': ['error', { allowNever: true }],
      '@typescript-eslint/only-throw-error': 'off',
      'no-restricted-properties': ['error', ...focusedOrSkipped],
      // A row of test.each has as many columns as it needs.
      'no-restricted-syntax': ['error', noDefaultExport],
    },
  },
  {
    // A promise of node:test is awaited by the runner; these are written as a user would write them.
    files: ['packages/create-tackroom/template/**/*.ts', 'apps/examples/*/src/*.spec.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', name: 'test', package: 'node:test' }] },
      ],
    },
  },
  {
    // The formats of these tools ask for a default export.
    files: ['*.config.{js,ts,mjs}', '**/*.config.{js,ts,mjs}', '**/*-environment.mjs'],
    rules: { 'no-restricted-syntax': ['error', ...noParamLists] },
  },
);
