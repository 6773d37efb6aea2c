import type { AnsweredBy, JsonObject } from '@tackroom/core';

/** What a person said of a pending item, bound to it by id, and perhaps who and when. Plain JSON. */
export type PendingDecision = AnsweredBy &
  (
    | { readonly type: 'approve'; readonly id: string; readonly scope: 'once' | 'session' | 'always' }
    | { readonly type: 'reject'; readonly id: string; readonly message?: string }
    | { readonly type: 'edit'; readonly id: string; readonly args: JsonObject }
    | { readonly type: 'answer'; readonly id: string; readonly text: string }
  );
