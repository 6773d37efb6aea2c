import { defineTool } from '@tackroom/core';
import { calls, RecordingAuditSink, text } from '@tackroom/testing';
import { drop, Workshop } from './workshop.js';

const endsOf = ({ records }: RecordingAuditSink): readonly unknown[] =>
  records.flatMap(({ type, toolName, args, outcome, errorCode }) =>
    type === 'call' ? [[toolName, args['table'], outcome, errorCode]] : [],
  );

test('a call that is denied because nobody can be asked has its end on record', async () => {
  const audit = new RecordingAuditSink();
  const shop = new Workshop();
  await shop.agent([calls(drop('a')), text('done')], {}, { kernel: { audit }, permissions: { onAsk: 'deny' } }).run('Go.');
  expect(endsOf(audit)).toEqual([['drop', 'a', 'denied', 'PERMISSION_DENIED']]);
});

test('so have calls that a cancelled run closes, once each', async () => {
  const audit = new RecordingAuditSink();
  const cancel = new AbortController();
  const shop = new Workshop();
  const stop = defineTool({
    name: 'stop',
    description: 'Stops.',
    concurrency: 'serial',
    inputSchema: { type: 'object', properties: {} },
    handler: () => cancel.abort(),
  });
  const turn = calls(['stop', {}], drop('a'), ['step', { table: 'b' }], ['step_ask', { table: 'c' }]);
  const agent = shop.agent([turn], {}, { kernel: { audit }, tools: [...shop.tools, stop] });
  const result = await agent.run('Go.', { signal: cancel.signal });
  expect(result.status).toBe('cancelled');
  expect(shop.done).toEqual([]);
  expect(endsOf(audit).slice().sort()).toEqual([
    ['drop', 'a', 'aborted', 'CALL_CANCELLED'],
    ['step', 'b', 'aborted', 'CALL_CANCELLED'],
    ['step_ask', 'c', 'aborted', 'CALL_CANCELLED'],
    ['stop', undefined, 'success', undefined],
  ]);
});
