import { expect, test } from '@jest/globals';
import { Namespace, ofKind, validate } from './kinds.js';
import { ENVIRONMENTS, overlay, OVERLAYS } from './render.js';
import { renderedSuite } from './rendered-suite.js';

renderedSuite('the manifests', () => {
  test.each(OVERLAYS)('%s match the Kubernetes schemas', (path) => {
    const manifests = overlay(path);
    expect(manifests).not.toEqual([]);
    for (const manifest of manifests) expect(() => validate(manifest)).not.toThrow();
  });

  test.each(OVERLAYS)('%s contain no placeholders', (path) => {
    expect(JSON.stringify(overlay(path))).not.toMatch(
      /\b(REGISTRY|VERSION|SERVICE|ENVIRONMENT)\b(?!":)/,
    );
  });

  test.each(OVERLAYS)('%s are only in the namespace of their environment', (path) => {
    const [environment = ''] = path.split('/');
    const namespaces = overlay(path)
      .filter(({ kind }) => kind !== 'Namespace')
      .map(({ metadata }) => metadata.namespace);
    expect([...new Set(namespaces)]).toEqual([`exchange-${environment}`]);
  });

  test.each(ENVIRONMENTS)('%s admits only restricted pods', (environment) => {
    const [namespace] = ofKind(overlay(environment), Namespace);
    expect(namespace?.metadata?.labels).toMatchObject({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
  });

  test.each(ENVIRONMENTS)(
    '%s equals its namespace and its services applied separately',
    (environment) => {
      const parts = OVERLAYS.filter((path) => path.startsWith(`${environment}/`)).flatMap(overlay);
      const names = (manifests: typeof parts) =>
        manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();
      expect(names([...overlay(environment)])).toEqual(names(parts));
    },
  );
});
