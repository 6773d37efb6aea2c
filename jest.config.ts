/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

/** Tests whose tools have the schemas of their signatures. */
const SIGNED = ['/packages/tackroom/test/guide[^/]*\\.test\\.ts$'];

const config: Config = {
  testEnvironment: '<rootDir>/tools/jest-environment/src/handle-checking-environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/{packages,apps,tools,scripts,test}/**/*.test.ts'],
  // The tests of the project template are its own: they run as its user runs them.
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/packages/create-tackroom/template/'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: {
    '^.+\\.ts$': [
      'ts-jest',
      {
        useESM: true,
        tsconfig: '<rootDir>/tsconfig.jest.json',
        // Most tests say without a compiler what a tool takes; those of the guides read signatures, as the tests of a user do.
        astTransformers: {
          before: [
            {
              path: '<rootDir>/tools/jest-environment/src/compiled-signatures.mjs',
              options: { include: SIGNED, tsconfig: './tsconfig.tests.json' },
            },
          ],
        },
      },
    ],
  },
  // The packages as they are in src: tests need no build and see every change at once.
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^tackroom$': '<rootDir>/packages/tackroom/src/index.ts',
    '^create-tackroom$': '<rootDir>/packages/create-tackroom/src/index.ts',
    '^@tackroom/cli$': '<rootDir>/apps/cli/src/index.ts',
    '^@tackroom/source-tree$': '<rootDir>/tools/source-tree/src/index.ts',
    '^@tackroom/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
  },
  maxWorkers: 2,
  // Some tests start dozens of processes, and CI runs them two at a time.
  testTimeout: 40_000,
  // ES modules of finished test files stay in a worker's memory; a worker that holds this much is replaced.
  workerIdleMemoryLimit: '1GB',
  errorOnDeprecated: true,
  watchman: false,
};

export default config;
