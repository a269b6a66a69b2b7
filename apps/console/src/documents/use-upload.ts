import type { UploadedDocument } from '@ndx/client';
import { uploadDocument } from '@ndx/client/documents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../app/api.js';

/** The media type of a file that the browser does not know. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Uploads a file in parts; the same file again continues after an interruption. */
export function useUpload(networkId: string) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const [stopping, setStopping] = useState<AbortController>();
  const [progress, setProgress] = useState<UploadedDocument>();
  const upload = useMutation({
    mutationFn: async (file: File) => {
      setProgress(undefined);
      const stopped = new AbortController();
      setStopping(stopped);
      return uploadDocument(ndx, {
        networkId,
        content: new Uint8Array(await file.arrayBuffer()),
        mediaType: file.type === '' ? UNKNOWN_TYPE : file.type,
        fileName: file.name,
        onProgress: setProgress,
        signal: stopped.signal,
      });
    },
    onSettled: () => cache.invalidateQueries(),
  });
  const stop = () => stopping?.abort();
  return { ...upload, progress, stop, isStopped: stopping?.signal.aborted ?? false };
}
