// refused: shipped-imports-no-test
import '@ndx/service/testing';
