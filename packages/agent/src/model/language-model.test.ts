import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';
import { checkModel, type LanguageModel } from './language-model.js';

test('models of the three versions are accepted as they are', () => {
  const accept = (model: LanguageModel): LanguageModel => model;
  const versions: readonly ((model: never) => LanguageModel)[] = [
    (model: LanguageModelV2) => accept(model),
    (model: LanguageModelV3) => accept(model),
    (model: LanguageModelV4) => accept(model),
  ];
  expect(versions).toHaveLength(3);
});

test.each([
  [undefined, 'is not a language model'],
  [null, 'is not a language model'],
  [{ specificationVersion: 'v1', doGenerate: () => undefined }, 'has specificationVersion "v1"'],
  [{ specificationVersion: 'v4' }, 'has neither doStream nor doGenerate'],
])('%j is refused', (model, words) => {
  expect(() => checkModel(model, 'model')).toThrow(
    expect.objectContaining({ code: 'MODEL_INVALID', message: expect.stringContaining(words) as unknown }),
  );
});
