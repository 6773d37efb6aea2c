// @ts-check
/**
 * An eslint directive that switches a rule off names the rule and gives its reason after ` -- `.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const explainedDirective = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      unexplained: 'Give the reason on the same line: `eslint-disable-line some-rule -- why`.',
      unnamed: 'Name the rule that is switched off.',
    },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const directive = /^\s*eslint-disable(?:-line|-next-line)?(?<rules>[^]*)$/.exec(comment.value);
          if (directive === null || !comment.loc) continue;
          const [rules = '', reason = ''] = (directive.groups?.['rules'] ?? '').split(/\s--\s/);
          if (rules.trim() === '') context.report({ loc: comment.loc, messageId: 'unnamed' });
          if (!/\w{3}/.test(reason)) context.report({ loc: comment.loc, messageId: 'unexplained' });
        }
      },
    };
  },
};
