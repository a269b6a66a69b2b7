// refused: kafkajs-behind-its-port
import 'kafkajs';
