import { untilAborted } from './until-aborted.js';

/** Resolves after the time. @throws the reason of the signal when it is aborted before */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return untilAborted(passed, signal).finally(() => {
    clearTimeout(timer);
  });
}
