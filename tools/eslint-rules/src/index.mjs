// @ts-check
/** The workspace's own lint rules as one eslint plugin. */
import { explainedCast } from './explained-cast.mjs';
import { explainedDirective } from './explained-directive.mjs';

/** @type {import('eslint').ESLint.Plugin} */
export const houseRules = {
  meta: { name: 'house' },
  rules: { 'explained-cast': explainedCast, 'explained-directive': explainedDirective },
};
