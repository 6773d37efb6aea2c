import type { ArtifactStore } from '../contracts/artifacts.js';
import type { AuditSink } from '../contracts/audit.js';
import type { Clock, Ids } from '../contracts/clock.js';
import type { CallJournal } from '../contracts/journal.js';
import type { Logger } from '../contracts/logger.js';
import type { Middleware } from '../contracts/middleware.js';
import type { PermissionService } from '../contracts/permissions.js';
import type { Scheduler } from '../contracts/scheduler.js';
import type { Offloader } from './offload.js';

/** What every call of a harness shares: the ports and bounds that the pipeline works with. */
export interface CallKernel {
  readonly permissions: PermissionService;
  readonly scheduler: Scheduler;
  /** Undefined where the run's own state is record enough. */
  readonly journal: CallJournal | undefined;
  readonly audit: AuditSink | undefined;
  readonly artifacts: ArtifactStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly middleware: readonly Middleware[];
  readonly logger: Logger;
  readonly offloader: Offloader;
  /** Bound on a result's text, in UTF-16 code units. */
  readonly maxResultChars: number;
}
