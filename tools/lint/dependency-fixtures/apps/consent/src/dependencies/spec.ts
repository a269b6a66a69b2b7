// refused: shipped-imports-no-test
import '../consent.spec.js';
