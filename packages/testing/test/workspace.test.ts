import { InMemoryWorkspace, workspaceContract } from '@tackroom/testing';

workspaceContract('InMemoryWorkspace', (files, options) => ({ workspace: new InMemoryWorkspace(files, options) }), { test, expect });
