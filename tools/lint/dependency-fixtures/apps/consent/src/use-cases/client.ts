// refused: http-clients-in-clients
import 'undici';
