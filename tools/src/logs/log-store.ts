import { LOG_LEVELS } from '@ndx/api';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { askedIn, rejected, StoreServer, type StoreAnswer } from '../network/store-server.js';
import { LogFiles, type LogBounds } from './log-files.js';

const BOUNDS: LogBounds = { bytes: 8 * 2 ** 20, linesOfRequest: 500 };

const LARGEST_PAGE = 100;

/**
 * Reads the last log lines of a local network from the files of its processes: those of a request
 * at `GET /request-logs`, and those of a process at `GET /service-logs` (decision 0147).
 */
export function startLogStore(
  fileOf: (service: ServiceName) => string,
  bounds: Partial<LogBounds> = {},
): Promise<StoreServer> {
  const files = new LogFiles(fileOf, { ...BOUNDS, ...bounds });
  return StoreServer.start(async (request) => {
    const { operation, parameters } = askedIn(request);
    if (operation === 'GET /request-logs') {
      const logs = await files.ofRequest(parameters.get('request_id') ?? '');
      return logs ? { status: 200, body: logs } : rejected(404, 'not found');
    }
    return operation === 'GET /service-logs' ? page(files, parameters) : rejected(404, 'not found');
  });
}

async function page(files: LogFiles, parameters: URLSearchParams): Promise<StoreAnswer> {
  const service = SERVICE_NAMES.find((name) => name === parameters.get('service'));
  const level = LOG_LEVELS.find((name) => name === parameters.get('level'));
  const limit = numberIn(parameters.get('limit'));
  const before = numberIn(parameters.get('before'));
  if (!service || !level || !limit || limit > LARGEST_PAGE) {
    return rejected(400, 'service, level and limit are required');
  }
  return { status: 200, body: await files.newest({ service, level, limit, before }) };
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
