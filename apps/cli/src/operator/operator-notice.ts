/** Said wherever the person is the model because nobody named another one. Fits a terminal of 80 columns. */
export const OPERATOR_NOTICE = [
  'No model is configured, so you are the model. Call a tool, and see what it does:',
  '  read_file path=README.md',
  'or answer in words. For a model: --model provider/model, see tackroom doctor.',
].join('\n');
