import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { definitionOf } from '../boot/service-definition.js';

/** Every operation of a service, `GET /v1/networks/:network_id`, as its controllers declare it. */
export function routesOf(service: Type): string[] {
  return definitionOf(service).http.flatMap((controller) => {
    const prototype = controller.prototype as object;
    const base = String(Reflect.getMetadata(PATH_METADATA, controller));
    return Object.values(Object.getOwnPropertyDescriptors(prototype)).flatMap(({ value }) => {
      const handler: unknown = value;
      if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler))
        return [];
      const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod;
      const path = String(Reflect.getMetadata(PATH_METADATA, handler));
      const segments = `${base}/${path}`.split('/').filter((segment) => segment !== '');
      return [`${RequestMethod[verb]} /${segments.join('/')}`];
    });
  });
}
