// refused: shipped-imports-no-test
import '@ndx/local-infra';
