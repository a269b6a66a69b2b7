// refused: domain-is-pure
import 'typeorm';
