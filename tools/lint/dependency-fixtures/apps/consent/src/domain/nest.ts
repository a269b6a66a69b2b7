// refused: domain-is-pure
import '@nestjs/common';
