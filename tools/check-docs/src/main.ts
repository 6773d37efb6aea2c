import { finish, repositoryRoot } from '@tackroom/source-tree';
import { checkComponents } from './check-components.js';
import { checkDocComments } from './check-doc-comments.js';
import { checkErrorCodes } from './check-error-codes.js';
import { checkLinks } from './check-links.js';

const root = repositoryRoot();
finish('Links, error codes, doc comments and components', [
  ...checkLinks(root),
  ...checkErrorCodes(root),
  ...checkDocComments(root),
  ...checkComponents(root),
]);
