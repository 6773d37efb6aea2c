import { RuleBasedPermissionService } from '@tackroom/core';
import { permissionServiceContract } from '@tackroom/testing';

permissionServiceContract('RuleBasedPermissionService', (policy, now) => new RuleBasedPermissionService(policy, { now }), { test, expect });
