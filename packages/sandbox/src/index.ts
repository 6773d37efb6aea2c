export { HostWorkspace, type HostWorkspaceOptions } from './workspace/host-workspace.js';
export type { Containment } from './workspace/file-tree.js';
export type { LinkPolicy } from './workspace/rooted-tree.js';
export { HostSandbox, type HostSandboxOptions } from './process/host-sandbox.js';
export { BubblewrapSandbox, type BubblewrapSandboxOptions } from './bubblewrap/bubblewrap-sandbox.js';
export type { EgressOptions } from './egress/allowed-hosts.js';
export type { ResourceLimits } from './bubblewrap/resource-limits.js';
export { findRipgrep } from './search/ripgrep-binary.js';
