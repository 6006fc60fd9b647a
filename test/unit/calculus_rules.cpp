//===- calculus_rules.cpp - operators with a device rule of their own -----===//
#include "calculus.h"

using namespace torchtidy;
using namespace torchtidy::calculus;

namespace {

TEST(Factories, TakeTheirArgumentOrTheCpu) {
  EXPECT_BOTH("cpu", "cpu", call("aten::zeros", {}));
  EXPECT_BOTH("cuda:1", "cuda:1", on(cuda1, call("aten::zeros", {})));
  EXPECT_BOTH("device #3", "device #3",
              on(Device::symbolic(3), call("aten::rand", {})));
  EXPECT_BOTH("?", "?", on(nowhere, call("aten::empty.memory_format", {})));
}

TEST(Factories, LikeAndNewKeepTheTensorsDevice) {
  for (const char *Op :
       {"aten::zeros_like", "aten::empty_like", "aten::randint_like",
        "aten::new_zeros", "aten::new_full", "aten::new_ones"}) {
    EXPECT_BOTH("cuda:0", "cuda:0", call(Op, {{"self", cuda0}}));
    EXPECT_BOTH("cpu", "cpu", on(cpu, call(Op, {{"self", cuda0}})));
  }
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::randint_like.Tensor",
                   {{"self", cuda0}, Tensor("high", cpu).zero()}));
}

TEST(Factories, LinspaceOfTensors) {
  Call C = call("aten::linspace.Tensor_Tensor",
                {Tensor("start", cuda0).zero(), Tensor("end", cpu).zero()});
  EXPECT_BOTH("cpu", "cuda:0", C);
  EXPECT_BOTH("cuda:1", "cuda:1", on(cuda1, C));
}

TEST(Moves, GoWhereTheyAreTold) {
  EXPECT_BOTH("cuda:0", "cuda:0",
              on(cuda0, call("aten::to.device", {{"self", cpu}})));
  EXPECT_BOTH("cuda:0", "cuda:0", call("aten::to.dtype", {{"self", cuda0}}));
  EXPECT_BOTH("cpu", "cpu", on(cpu, call("aten::_to_copy", {{"self", cuda0}})));
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::to.other", {{"self", cpu}, {"other", cuda0}}));
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::type_as", {{"self", cpu}, {"other", cuda0}}));
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::to.?", {{"self", cpu}, {"other", cuda0}}));
  EXPECT_BOTH("cuda:1", "cuda:1", call("aten::alias", {{"self", cuda1}}));
  EXPECT_BOTH("cuda:1", "cuda:1", call("aten::detach", {{"self", cuda1}}));
}

TEST(Moves, PinningIsForTheCpu) {
  EXPECT_BOTH("cpu", "cpu", call("aten::pin_memory", {{"self", cpu}}));
  EXPECT_BOTH("clash", "clash", call("aten::pin_memory", {{"self", cuda0}}));
}

TEST(Moves, SetDataTakesAnyPair) {
  EXPECT_BOTH("", "",
              call("aten::set_data", {{"self", cpu}, {"new_data", cuda0}}));
  EXPECT_BOTH(
      "cuda:0", "cuda:0",
      call("aten::shallow_copy_data_", {{"self", cpu}, {"source", cuda0}}));
  EXPECT_BOTH(
      "clash", "clash",
      call("aten::set_.source_Tensor", {{"self", cpu}, {"source", cuda0}}));
}

TEST(Copies, TakeAnyPairAndStayWhereTheyAre) {
  for (const char *Op : {"aten::copy_", "aten::copy", "aten::slice_scatter",
                         "aten::resize_as_"}) {
    EXPECT_BOTH("cpu", "cpu", call(Op, {{"self", cpu}, {"src", cuda0}}));
    EXPECT_BOTH("cuda:0", "cuda:0", call(Op, {{"self", cuda0}, {"src", cpu}}));
    EXPECT_BOTH("cuda:0", "cuda:0",
                call(Op, {{"self", cuda0}, {"src", Device::symbolic(1)}}));
  }
}

TEST(Copies, OutVariantsComeBackOnTheOutTensor) {
  EXPECT_BOTH(
      "cpu", "cpu",
      call("aten::slice_scatter.out",
           {{"self", cuda0}, {"src", cuda0}, Tensor("out", cpu).out()}));
}

TEST(Copies, ScatteredViewsWereCheckedByFakeTensorOnce) {
  Call C = call("aten::diagonal_scatter", {{"self", cuda0}, {"src", cpu}});
  EXPECT_BOTH("cuda:0", "cuda:0", C);
  EXPECT_EQ("clash", said(fake(C, 206)));
  EXPECT_BOTH("cuda:0", "clash",
              call("aten::select_scatter", {{"self", cuda0}, {"src", cpu}}));
}

TEST(Shapes, OnlyTheShapeIsRead) {
  for (const char *Op :
       {"aten::expand_as", "aten::view_as", "aten::reshape_as"})
    EXPECT_BOTH("cuda:0", "cuda:0",
                call(Op, {{"self", cuda0}, {"other", cpu}}));
  EXPECT_BOTH("", "",
              call("aten::is_same_size", {{"self", cuda0}, {"other", cpu}}));
}

TEST(Index, CpuIndicesIntoAnAccelerator) {
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::index.Tensor",
                   {{"self", cuda0}, Tensor("indices", cpu).of(0)}));
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::index.Tensor", {{"self", cuda0},
                                          Tensor("indices", cpu).of(0),
                                          Tensor("indices", cuda0).of(1)}));
}

TEST(Index, AnAcceleratorsIndicesIntoTheCpu) {
  Call C = call("aten::index.Tensor",
                {{"self", cpu}, Tensor("indices", cuda0).of(0)});
  EXPECT_BOTH("clash", "cpu", C);
  EXPECT_EQ("'indices[0]' must be on cpu or on the device of 'self'",
            eager(C).reason);
  EXPECT_EQ(0, eager(C).first);
  EXPECT_EQ(1, eager(C).odd);
  EXPECT_BOTH("clash", "cuda:0",
              call("aten::index.Tensor",
                   {{"self", cuda0}, Tensor("indices", cuda1).of(0)}));
}

TEST(Index, SymbolicDevices) {
  Device X = Device::symbolic(1);
  EXPECT_BOTH(
      "device #1", "device #1",
      call("aten::index.Tensor", {{"self", X}, Tensor("indices", cpu).of(0)}));
  EXPECT_BOTH(
      "device #1", "device #1",
      call("aten::index.Tensor", {{"self", X}, Tensor("indices", X).of(0)}));
  EXPECT_BOTH("clash?", "device #1",
              call("aten::index.Tensor",
                   {{"self", X}, Tensor("indices", cuda0).of(0)}));
}

TEST(Index, MasksDependOnValues) {
  EXPECT_BOTH("cuda:0", "values",
              call("aten::index.Tensor",
                   {{"self", cuda0}, Tensor("indices", cuda0).of(0).mask()}));
}

Call indexPut(const char *Op, Device Self, Device Index, Tensor Values) {
  return call(
      Op, {{"self", Self}, Tensor("indices", Index).of(0), std::move(Values)});
}

TEST(IndexPut, ValuesMustMatchOrBeZeroDim) {
  for (const char *Op : {"aten::index_put", "aten::index_put_"}) {
    EXPECT_BOTH("cuda:0", "cuda:0",
                indexPut(Op, cuda0, cpu, {"values", cuda0}));
    EXPECT_BOTH("clash", "clash", indexPut(Op, cuda0, cuda0, {"values", cpu}));
    EXPECT_BOTH("cuda:0", "cuda:0",
                indexPut(Op, cuda0, cuda0, Tensor("values", cpu).zero()));
    EXPECT_BOTH("clash", "cpu", indexPut(Op, cpu, cuda0, {"values", cpu}));
    EXPECT_BOTH(
        "clash?", "clash?",
        indexPut(Op, cuda0, cpu, Tensor("values", cpu).zero(Tri::Unknown)));
  }
}

TEST(IndexPut, FakeTensorOf113DidNotLookAtValues) {
  EXPECT_EQ("cuda:0", said(fake(indexPut("aten::index_put_", cuda0, cuda0,
                                         {"values", cpu}),
                                113)));
  EXPECT_EQ("clash", said(fake(indexPut("aten::index_put_", cuda0, cuda0,
                                        {"values", cpu}),
                               206)));
}

TEST(Gathering, IndicesMustMatch) {
  for (const char *Op : {"aten::index_select", "aten::gather", "aten::take",
                         "aten::take_along_dim"}) {
    EXPECT_BOTH("clash", "clash", call(Op, {{"self", cuda0}, {"index", cpu}}));
    EXPECT_BOTH("clash", "clash", call(Op, {{"self", cpu}, {"index", cuda0}}));
  }
  for (const char *Op : {"aten::scatter.src", "aten::scatter_add_",
                         "aten::index_add", "aten::index_copy_"})
    EXPECT_BOTH("clash", "clash",
                call(Op, {{"self", cuda0}, {"index", cpu}, {"src", cuda0}}));
}

TEST(Gathering, IndexAddTakesNoScalars) {
  EXPECT_BOTH("clash", "clash",
              call("aten::index_add", {Tensor("self", cuda0).zero(),
                                       {"index", cuda0},
                                       Tensor("source", cpu).zero()}));
  EXPECT_EQ(
      "cuda:0",
      said(fake(call("aten::index_add",
                     {{"self", cuda0}, {"index", cpu}, {"source", cuda0}}),
                206)))
      << "a miss of FakeTensor until 2.14";
}

TEST(Gathering, Embeddings) {
  EXPECT_BOTH("clash", "clash",
              call("aten::embedding", {{"weight", cpu}, {"indices", cuda0}}));
  EXPECT_BOTH("clash", "clash",
              call("aten::embedding", {{"weight", cuda0}, {"indices", cpu}}));
  EXPECT_EQ("cpu", said(fake(call("aten::embedding",
                                  {{"weight", cpu}, {"indices", meta}}))));
  Call Bag = call("aten::_embedding_bag",
                  {{"weight", cuda0}, {"indices", cpu}, {"offsets", cpu}}, 4);
  EXPECT_BOTH("clash", "cuda:0,cpu,cpu,cpu", Bag);
}

TEST(Masks, MustMatch) {
  EXPECT_BOTH(
      "clash", "clash",
      call("aten::masked_fill.Scalar", {{"self", cuda0}, {"mask", cpu}}));
  EXPECT_BOTH(
      "cuda:0", "cuda:0",
      call("aten::masked_fill.Tensor",
           {{"self", cuda0}, {"mask", cuda0}, Tensor("value", cpu).zero()}));
  EXPECT_BOTH(
      "clash", "clash",
      call("aten::masked_fill_.Tensor",
           {{"self", cpu}, {"mask", cpu}, Tensor("value", cuda0).zero()}));
  EXPECT_BOTH("clash", "values",
              call("aten::masked_select", {{"self", cuda0}, {"mask", cpu}}));
}

TEST(Where, ZeroDimTensorsMayBeAnywhere) {
  auto Where = [](Tensor Condition, Tensor Self, Tensor Other) {
    return call("aten::where.self",
                {std::move(Condition), std::move(Self), std::move(Other)});
  };
  EXPECT_BOTH("cuda:0", "cuda:0",
              Where({"condition", cuda0}, Tensor("self", cpu).zero(),
                    Tensor("other", cpu).zero()));
  EXPECT_BOTH("cuda:0", "cuda:0",
              Where({"condition", cuda0}, Tensor("self", cpu).zero(),
                    {"other", cuda0}));
  EXPECT_BOTH("clash", "clash",
              Where({"condition", cpu}, {"self", cuda0}, {"other", cuda0}));
  EXPECT_BOTH("clash", "clash",
              Where({"condition", cuda0}, {"self", cpu}, {"other", cuda0}));
  EXPECT_EQ("clash",
            said(eager(Where({"condition", cuda0}, Tensor("self", cpu).zero(),
                             {"other", cuda0}),
                       113)));
}

TEST(Fill, ReadsTheValueOnTheHost) {
  EXPECT_BOTH("cuda:0", "cuda:0",
              call("aten::fill_.Tensor",
                   {{"self", cuda0}, Tensor("value", cpu).zero()}));
  EXPECT_BOTH("cpu", "clash",
              call("aten::fill_.Tensor",
                   {{"self", cpu}, Tensor("value", cuda0).zero()}));
}

TEST(HostArguments, LengthsMustBeOnTheCpu) {
  Call C = call("aten::_pack_padded_sequence",
                {{"input", cuda0}, {"lengths", cpu}}, 2);
  EXPECT_BOTH("cuda:0,cpu", "values", C);
  C.arguments[1].device = cuda0;
  Verdict V = eager(C);
  EXPECT_EQ(Verdict::Clash, V.kind);
  EXPECT_EQ(1, V.first);
  EXPECT_EQ(1, V.odd) << "no other tensor has a part in it";
  EXPECT_EQ("'lengths' must be on cpu: it is read on the host", V.reason);
  C.arguments[1].device = Device::symbolic(1);
  EXPECT_EQ("clash?", said(eager(C)));
}

TEST(HostArguments, BatchSizesOfPackedSequences) {
  EXPECT_BOTH("cuda:0,cpu", "cuda:0,cuda:0", [] {
    Call C = call("aten::_pad_packed_sequence",
                  {{"data", cuda0}, {"batch_sizes", cpu}}, 2);
    C.arguments[1].zeroDim = Tri::Yes; // only so that FakeTensor takes it
    return C;
  }());
  auto Lstm = [](Device Sizes, Device Weight) {
    return call("aten::lstm.data",
                {{"data", cuda0},
                 {"batch_sizes", Sizes},
                 Tensor("hx", cuda0).of(0),
                 Tensor("params", Weight).of(0)},
                3);
  };
  EXPECT_EQ("cuda:0,cuda:0,cuda:0", said(eager(Lstm(cpu, cuda0))));
  EXPECT_EQ("clash", said(eager(Lstm(cuda0, cuda0))));
  EXPECT_EQ("clash", said(eager(Lstm(cpu, cpu))));
}

TEST(HostArguments, OthersThatAreReadOnTheHost) {
  EXPECT_BOTH("clash", "values",
              call("aten::tensor_split.tensor_indices_or_sections",
                   {{"self", cuda0}, {"tensor_indices_or_sections", cuda0}}));
  EXPECT_EQ("cuda:0", said(eager(call("aten::tensor_split.?",
                                      {{"self", cuda0},
                                       {"tensor_indices_or_sections", cpu}}))));
  EXPECT_EQ("cuda:0",
            said(eager(call("aten::narrow.Tensor",
                            {{"self", cuda0}, Tensor("start", cpu).zero()}))));
  EXPECT_EQ("cuda:0", said(eager(call("aten::ctc_loss.Tensor",
                                      {{"log_probs", cuda0},
                                       {"targets", cpu},
                                       {"input_lengths", cpu},
                                       {"target_lengths", cpu}}))));
  EXPECT_EQ("clash", said(eager(call("aten::repeat_interleave.self_Tensor",
                                     {{"self", cuda0}, {"repeats", cpu}}))));
}

TEST(Layers, EveryArgumentIsCompared) {
  for (const char *Op :
       {"aten::conv2d", "aten::convolution", "aten::layer_norm",
        "aten::batch_norm", "aten::linear",
        "aten::scaled_dot_product_attention", "aten::nll_loss_forward"}) {
    SCOPED_TRACE(Op);
    EXPECT_BOTH("clash", "clash",
                call(Op, {{"input", cuda0}, {"weight", cpu}, {"bias", cuda0}}));
    EXPECT_BOTH("clash", "clash",
                call(Op, {{"input", cuda0}, {"weight", cuda0}, {"bias", cpu}}));
  }
  EXPECT_BOTH("clash", "clash",
              call("aten::lstm.input",
                   {{"input", cuda0},
                    Tensor("hx", cpu).of(0),
                    Tensor("params", cuda0).of(0)},
                   3));
}

TEST(Layers, FakeTensorSawNoConvMismatchBefore214) {
  Call C = call("aten::convolution", {{"input", cuda0}, {"weight", cpu}});
  EXPECT_EQ("cuda:0", said(fake(C, 206)));
  EXPECT_EQ("clash", said(eager(C, 206)));
}

TEST(Layers, LossesCompareTheirWeights) {
  EXPECT_BOTH("clash", "clash",
              call("aten::binary_cross_entropy",
                   {{"self", cuda0}, {"target", cuda0}, {"weight", cpu}}));
  EXPECT_BOTH(
      "clash", "clash",
      call("aten::cross_entropy_loss", {{"self", cuda0}, {"target", cpu}}));
  EXPECT_BOTH(
      "cuda:0", "cuda:0",
      call("aten::mse_loss", {{"self", cuda0}, Tensor("target", cpu).zero()}));
}

TEST(Layers, ZeroDimTargetsOfDecomposedLosses) {
  EXPECT_BOTH("clash", "clash",
              call("aten::nll_loss_forward",
                   {{"self", cuda0}, Tensor("target", cpu).zero()}, 2));
  EXPECT_BOTH("clash", "clash",
              call("aten::multi_margin_loss",
                   {{"self", cuda0}, Tensor("target", cpu).zero()}));
  Call Back =
      call("aten::nll_loss_backward", {Tensor("grad_output", cuda0).zero(),
                                       {"self", cuda0},
                                       {"target", cuda0},
                                       Tensor("total_weight", cpu).zero()});
  EXPECT_BOTH("clash", "cuda:0", Back);
}

TEST(Layers, NextafterLikesNoScalars) {
  Call C =
      call("aten::nextafter", {{"self", cuda0}, Tensor("other", cpu).zero()});
  EXPECT_BOTH("clash", "clash", C);
  EXPECT_EQ("cuda:0", said(fake(C, 206)));
  EXPECT_EQ("cuda:0",
            said(fake(call("aten::nextafter_",
                           {{"self", cuda0}, Tensor("other", cpu).zero()}))));
}

TEST(Backward, FormulasThatIgnoreAnArgument) {
  EXPECT_BOTH("clash", "cuda:0",
              call("aten::native_dropout_backward",
                   {{"grad_output", cuda0}, {"mask", cpu}}));
  EXPECT_BOTH("clash", "cuda:0",
              call("aten::rrelu_with_noise_backward",
                   {{"grad_output", cuda0}, {"self", cpu}, {"noise", cuda0}}));
  EXPECT_BOTH("clash", "clash",
              call("aten::threshold_backward",
                   {{"grad_output", cuda0}, {"self", cpu}}));
}

TEST(Lists, JoiningNeedsOneDevice) {
  for (const char *Op : {"aten::cat", "aten::stack", "aten::hstack",
                         "aten::block_diag", "aten::meshgrid"})
    EXPECT_BOTH("clash", "clash",
                call(Op, {Tensor("tensors", cuda0).of(0),
                          Tensor("tensors", cpu).of(1)}));
  EXPECT_BOTH("clash", "clash",
              call("aten::hstack", {Tensor("tensors", cuda0).of(0).zero(),
                                    Tensor("tensors", cpu).of(1).zero()}));
}

TEST(Lists, ForeachComparesElementByElement) {
  Call C = call("aten::_foreach_add.List",
                {Tensor("self", cuda0).of(0), Tensor("self", cpu).of(1),
                 Tensor("other", cuda0).of(0), Tensor("other", cpu).of(1)},
                2);
  EXPECT_BOTH("cuda:0,cpu", "cuda:0,cpu", C);
  C.arguments[3].device = cuda0;
  EXPECT_BOTH("clash", "clash", C);
  EXPECT_EQ(3, eager(C).first);
  EXPECT_EQ(1, eager(C).odd) << "the one on the CPU";
}

TEST(Lists, ForeachInPlaceReturnsNothingForFakeTensorToCheck) {
  Call C = call("aten::_foreach_add_.List",
                {Tensor("self", cuda0).of(0), Tensor("other", cpu).of(0)}, 0);
  C.arguments[0].written = true;
  EXPECT_BOTH("clash", "", C);
}

TEST(Lists, ForeachCopyTakesAnyPair) {
  Call C = call("aten::_foreach_copy",
                {Tensor("self", cuda0).of(0), Tensor("src", cpu).of(0)}, 1);
  EXPECT_BOTH("cuda:0", "cuda:0", C);
}

TEST(Lists, BroadcastLeavesEachWhereItIs) {
  EXPECT_BOTH(
      "cuda:0,cpu", "cuda:0,cpu",
      call("aten::broadcast_tensors",
           {Tensor("tensors", cuda0).of(0), Tensor("tensors", cpu).of(1)}, 2));
}

TEST(Values, FakeTensorStopsBeforeItLooksAtDevices) {
  EXPECT_BOTH("clash", "values",
              call("aten::equal", {{"self", cuda0}, {"other", cpu}}, 0));
  EXPECT_BOTH("", "values",
              call("aten::item", {Tensor("self", cuda0).zero()}, 0));
  for (const char *Op : {"aten::nonzero", "aten::_unique2", "aten::bincount",
                         "aten::unique_consecutive"})
    EXPECT_BOTH("cuda:0", "values", call(Op, {{"self", cuda0}}));
}

TEST(Random, ProbabilitiesMayComeFromAnywhere) {
  EXPECT_BOTH("cuda:0", "clash",
              call("aten::bernoulli_.Tensor", {{"self", cuda0}, {"p", cpu}}));
  EXPECT_BOTH(
      "clash", "clash",
      call("aten::normal.Tensor_Tensor", {{"mean", cuda0}, {"std", cpu}}));
}

} // namespace
