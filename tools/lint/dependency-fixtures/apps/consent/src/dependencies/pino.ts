// refused: logger-cuts-words
import 'pino';
