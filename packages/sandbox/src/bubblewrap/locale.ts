/** Variables that say which language, letters and numbers a program uses. */
export type Locale = Readonly<Record<string, string>>;

/** Those that bash loads tables for. Of other names with this beginning nothing is known. */
const LOADED = /^(?:LANG|LC_[A-Z]+)$/;

/** Parts an environment into the locale and the rest. */
export function splitLocale(environment: Readonly<Record<string, string>>): {
  readonly locale: Locale;
  readonly rest: Readonly<Record<string, string>>;
} {
  const entries = Object.entries(environment);
  return {
    locale: Object.fromEntries(entries.filter(([name]) => LOADED.test(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !LOADED.test(name))),
  };
}
