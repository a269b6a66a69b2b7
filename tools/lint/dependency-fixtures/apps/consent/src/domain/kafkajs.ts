// refused: domain-is-pure
// refused: kafkajs-behind-its-port
import 'kafkajs';
