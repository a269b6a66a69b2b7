// refused: domain-is-pure
import 'undici';
