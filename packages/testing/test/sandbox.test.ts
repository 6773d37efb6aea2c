import { FakeSandbox, sandboxContract } from '@tackroom/testing';
import { COMMANDS } from './contract-commands.js';

sandboxContract('FakeSandbox', () => ({ provider: new FakeSandbox(COMMANDS), root: null }), { test, expect });
