import { beyondTypes } from './beyond-types.js';
import { objectTypes } from './object-types.js';
import { plainTypes } from './plain-types.js';
import { recursiveTypes } from './recursive-types.js';
import type { TypeSection } from './type-row.js';

/** Every supported type, in the order of the reference. */
export const typeSections: readonly TypeSection[] = [...plainTypes, ...objectTypes, ...recursiveTypes, ...beyondTypes];
