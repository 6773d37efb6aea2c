import type { Config } from 'jest';

const config: Config = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  testMatch: ['<rootDir>/{packages,apps,tools,test}/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/tsconfig.jest.json' }] },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^tackroom$': '<rootDir>/packages/tackroom/src/index.ts',
    '^@tackroom/cli$': '<rootDir>/apps/cli/src/index.ts',
    '^@tackroom/([a-z-]+)$': '<rootDir>/packages/$1/src/index.ts',
  },
};

export default config;
