import '@ndx/service/testing';
import '@ndx/testing';
