// refused: nest-by-its-index
import '@nestjs/common/constants';
