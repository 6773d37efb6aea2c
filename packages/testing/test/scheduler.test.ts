import { LaneScheduler } from '@tackroom/core';
import { schedulerContract } from '@tackroom/testing';

schedulerContract('LaneScheduler', () => new LaneScheduler(), { test, expect });
