import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { explainedCast } from './explained-cast.mjs';
import { explainedDirective } from './explained-directive.mjs';

const typed = new RuleTester({ languageOptions: { parser: tseslint.parser } });
const plain = new RuleTester();

typed.run('explained-cast', explainedCast, {
  valid: [
    'const a = b as string;',
    'const a = b as any; // the library types this field wrongly',
    'const a = b as unknown as Foo; // brand added at run time',
    'const a = b as unknown;',
    { code: 'const a = b as never;', options: [{ allowNever: true }] },
    'const a = (\n  b as unknown as Foo // brand added at run time\n);',
  ],
  invalid: ['const a = b as any;', 'const a = b as never;', 'const a = b as unknown as Foo;', '// said elsewhere\nconst a = b as any;'].map(
    (code) => ({ code, errors: [{ messageId: 'unexplained' }] }),
  ),
});

plain.run('explained-directive', explainedDirective, {
  valid: [
    'a == b; // eslint-disable-line eqeqeq -- null and undefined are meant',
    '/* eslint-enable eqeqeq */',
    '// about eslint-disable comments',
  ],
  invalid: [
    { code: 'a == b; // eslint-disable-line eqeqeq', errors: [{ messageId: 'unexplained' }] },
    { code: '/* eslint-disable eqeqeq -- */', errors: [{ messageId: 'unexplained' }] },
    { code: '// eslint-disable-next-line -- because I say so\na == b;', errors: [{ messageId: 'unnamed' }] },
  ],
});
