// refused: domain-is-pure
import 'pg';
