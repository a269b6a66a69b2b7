import * as api from '@ndx/api';
import { PublicLog, WitnessedLogs } from '@ndx/audit';
import { notFound, requireMember, requireRole, type Principal } from '@ndx/contracts';
import { parseTilePath } from '@ndx/proof';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { auditSourceOf, type ServiceSettings } from '../definition/infrastructure.js';
import { witnessesOf } from '../definition/service-definition.js';
import { SETTINGS } from '../definition/tokens.js';
import { Asked } from '../http/asked.js';
import { HandlesAsText } from '../http/handles.js';
import { Caller } from '../principal/caller.js';

/** The audit log of a network in the service, for its members (C2SP tlog-tiles). */
@Controller()
export class PublicLogController {
  private readonly log: PublicLog;
  private readonly witnessed: WitnessedLogs;

  constructor(
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(DataSource) dataSource: DataSource,
  ) {
    this.log = new PublicLog(auditSourceOf(settings, dataSource));
    this.witnessed = new WitnessedLogs(dataSource, witnessesOf(settings.definition));
  }

  @HandlesAsText(api.readLogCheckpoint)
  async checkpoint(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readLogCheckpoint>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.requireLog(principal, path);
    const { network_id: network } = path;
    const checkpoint =
      (await this.witnessed.checkpoint(network)) ?? (await this.log.checkpoint(network));
    send(reply, 'text/plain; charset=utf-8', checkpoint);
  }

  @HandlesAsText(api.readLogTile)
  async tile(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readLogTile>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.requireLog(principal, path);
    send(reply, 'application/octet-stream', await this.read(principal, path));
  }

  private read(
    principal: Principal,
    { network_id: network, tile: path }: Asked<typeof api.readLogTile>['path'],
  ): Promise<Buffer | undefined> {
    const isOfEntries = path.startsWith(ENTRIES);
    const tile = parseTilePath(`tile/${isOfEntries ? `0/${path.slice(ENTRIES.length)}` : path}`);
    if (!tile) throw notFound('not_found', 'this is not the path of a tile');
    if (!isOfEntries) return this.log.tile(network, tile);
    // They name accounts and subjects of every member.
    requireRole(principal, network, 'governor');
    return this.log.entries(network, tile);
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND for the name of another service */
  private requireLog(
    principal: Principal,
    { network_id: network, service }: Asked<typeof api.readLogCheckpoint>['path'],
  ): void {
    requireMember(principal, network);
    if (service !== this.settings.definition.name) {
      throw notFound('not_found', 'there is no such service');
    }
  }
}

const ENTRIES = 'entries/';

/** @throws RESOURCE_NOT_FOUND for a part that the log does not have */
function send(reply: FastifyReply, type: string, body: Buffer | string | undefined): void {
  if (body === undefined) throw notFound('not_found', 'the log does not have it');
  void reply.type(type).send(body);
}
