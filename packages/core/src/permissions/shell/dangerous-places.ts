import { plainPath } from './program-names.js';

/** Directories of the system, of which nothing is a project's. */
const SYSTEM =
  /^\/(?:usr|bin|sbin|lib|lib32|lib64|libx32|etc|boot|dev|proc|sys|run|var|opt|root|srv|System|Library|Applications|private|nix|snap|cores)$/;
/** Directories in which each entry is somebody's, or somebody's home. */
const SHARED = /^\/(?:home|Users|mnt|media|tmp|Volumes|workspace|workspaces)$/;
/** Homes, and what of the system lies deeper and holds it together. */
const DEEP =
  /^(?:\/(?:home|Users|export\/home)\/[^/]+|\/usr\/(?:bin|sbin|lib\w*|local|share|include|libexec|src)|\/var\/(?:lib|log|spool|mail|www|db)|\/usr\/local\/(?:bin|lib)|\/etc\/[^/]+)$/;
const HOME = /^(?:~[^/]*|\$HOME|\$\{HOME\}|\$\{HOME[^}]*\}|%USERPROFILE%)(?:\/|$)/;
/** The directory that the line runs in. */
const HERE = /^(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`|\$OLDPWD)(?=\/|$)/;

/**
 * Whether the text of a word is a root, a home, the directory that the line runs in or one above it, or a directory of the system,
 * also with a star for all that it holds. Variables that may be empty count as empty: `$EMPTY/` is the root.
 */
export function isVitalPlace(word: string): boolean {
  if (word === '' || /^-/.test(word)) return false;
  if (/^[A-Za-z]:[\\/]*\*?$/.test(word)) return true;
  const place = HERE.test(word) ? `.${word.replace(HERE, '')}` : word;
  const emptied = HOME.test(place) ? place : place.replace(/\$\{?[A-Za-z_]\w*(?::?-)?\}?(?=\/)/g, '');
  return [place, emptied].some((text) => isVital(text));
}

function isVital(text: string): boolean {
  const home = HOME.exec(text)?.[0];
  if (home !== undefined) return /^(?:|\.\.(?:\/\.\.)*|\*|\.\*|\.\[.*\]\*|\{.*\})$/.test(plainPath(text.slice(home.length)));
  const path = plainPath(text);
  // A star at the end is all of the folder, and a star for a folder is every one.
  const folder = path.replace(/(?:^|\/)(?:\*|\.\*|\{[^}]*\*[^}]*\}|\*\*?|\.\[!?[^\]]*\]\*|\?\*)$/, '');
  if (folder === '' || folder === '/') return true;
  if (/^(?:\.\.)(?:\/\.\.)*$/.test(folder) || folder === '.') return true;
  if (SYSTEM.test(folder) || (SHARED.test(folder) && (folder === path || !/^\/(?:tmp|mnt|media)$/.test(folder)))) return true;
  return DEEP.test(folder.replace(/\*/g, 'x'));
}

/** Whether a file of the system, without which a machine or its users are lost. */
export function isVitalFile(word: string): boolean {
  return /^\/(?:etc|boot|usr|bin|sbin|lib\w*|proc|sys|root)\/./.test(plainPath(word));
}
