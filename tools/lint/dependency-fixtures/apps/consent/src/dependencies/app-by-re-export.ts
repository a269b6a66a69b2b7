// refused: resolvable
export * from '@ndx/entity/domain';
